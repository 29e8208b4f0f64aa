// Slices that never end, and standard output.
mergeInto(LibraryManager.library, {
  page_give_way: function () {},
  page_write: function (stream, text, length) { process.stdout.write(UTF8ToString(text, length)) },
})
