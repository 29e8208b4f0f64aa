"""What the processes of a session do: for scripts that must tell a hang from a machine under load."""
import glob


def _words(path):
    """Returns the words of a file of /proc from the state on, or None if the process has just ended."""
    try:
        with open(path) as file:
            return file.read().rsplit(')', 1)[1].split()
    except OSError:
        return None


def of_session(session):
    """Returns the CPU time in ticks of each process of a session, with that of children it has waited for."""
    ticks = {}
    for path in glob.glob('/proc/[0-9]*/stat'):
        words = _words(path)
        if words and int(words[3]) == session:
            ticks[int(path.split('/')[2])] = sum(int(word) for word in words[11:15])
    return ticks


def wants_processor(session):
    """Is a thread of the session running, or kept waiting for a processor?"""
    return any(words and words[0] == 'R' for pid in of_session(session)
               for words in map(_words, glob.glob(f'/proc/{pid}/task/*/stat')))
