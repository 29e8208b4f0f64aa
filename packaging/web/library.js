// What the engine in WebAssembly calls of its worker (engine/base/os/web). Emscripten's tools read
// methods only in this form.
mergeInto(LibraryManager.library, {
  // Puts the engine's stack aside until the worker resumes it: after other messages, or when one has come.
  page_give_way: function (waitsForMessage) {
    return Asyncify.handleSleep(function (resume) { Module.giveWay(waitsForMessage, resume) })
  },
  // The memory that the page allows; beyond it the engine gets none, as if the browser had refused it. Other threads know it
  // by the maximum of the memory they share.
  emscripten_get_heap_max: function () {
    return Module.memoryMax || 0x80000000
  },
  page_write: function (stream, text, length) {
    Module.write(stream, UTF8ToString(text, length))
  },
})
