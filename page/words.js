const WORDS = {};
