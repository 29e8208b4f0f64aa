/* The engine with faults as KataGo's analysis engine. */
#ifndef TESTS_SUPPORT_FAULTY_FAULTY_JSON_H
#define TESTS_SUPPORT_FAULTY_FAULTY_JSON_H

/* Answers queries until the input ends. Returns the exit status. */
int faulty_json_speak(void);

#endif
