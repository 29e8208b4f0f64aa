/* Is this a build with AddressSanitizer or ThreadSanitizer, by GCC or Clang? They keep freed memory
 * and need address space of their own, so that tests of memory in use say nothing. */
#ifndef TESTS_SUPPORT_PROGRAM_SANITIZER_H
#define TESTS_SUPPORT_PROGRAM_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { IS_SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif
#else
enum { IS_SANITIZED = 0 };
#endif

#endif
