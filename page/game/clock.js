/* Clocks of a game: main time, alone, with byo-yomi, or with an increment. Times are in seconds.
 *
 * A clock is {kind, main, seconds, periods, 1, 2}: a side has left, of the main time or of its period of byo-yomi, and spare,
 * the periods that it has not begun. It can be kept as JSON. */
function makeClock({kind, minutes, seconds, periods}) {
  const spare = kind === 'byo-yomi' ? periods : 0, left = 60 * minutes;
  const clock = {kind, main: left, seconds, periods: spare, 1: {left, spare}, 2: {left, spare}};
  for (const color of ['1', '2']) spendTime(clock, color, 0); // without main time the first period begins
  return clock;
}
/* Returns false if the flag has fallen. */
function spendTime(clock, color, spent) {
  const side = clock[color];
  side.left -= spent;
  for (; side.left <= 0 && side.spare > 0; side.spare--) side.left += clock.seconds;
  return side.left > 0;
}
/* After a move. */
function pressClock(clock, color) {
  const side = clock[color];
  if (clock.kind === 'increment') side.left += clock.seconds;
  else if (side.spare < clock.periods) side.left = clock.seconds;
}
/* "9:05"; in byo-yomi "0:23 ×3", with the periods that are left. */
function clockText(clock, color) {
  const {left, spare} = clock[color], whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}${spare < clock.periods ? ` ×${spare + 1}` : ''}`;
}
/* The clock, and what is left on it, in lines of GTP. */
function clockLines(clock) {
  const {kind, main, seconds, periods} = clock;
  const system = {absolute: `absolute ${main}`, 'byo-yomi': `byoyomi ${main} ${seconds} ${periods}`, increment: `fischer ${main} ${seconds}`};
  return [`kata-time_settings ${system[kind]}`, ...['1', '2'].map(color => {
    const {left, spare} = clock[color];
    return `time_left ${color === '1' ? 'b' : 'w'} ${left.toFixed(1)} ${spare < periods ? spare + 1 : 0}`;
  })];
}
