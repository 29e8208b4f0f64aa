"""What the program does while tests/faults/run makes its calls fail.

A Scenario is one command of the program in a folder of its own. `before` is a line of shell that prepares the
folder, `after` one that must succeed in it whatever happened, with the program and without faults: it goes on with
logs and checkpoints. In all of them $D is the program, built without faults, and $F the one with them.
"""
import pathlib
from dataclasses import dataclass, field


@dataclass
class Scenario:
    name: str
    arguments: str  # of the program, read by the shell
    input: str = ''
    before: str = ''
    after: str = ''
    files: tuple = ()  # each is whole or not there, and there after success
    environment: dict = field(default_factory=dict)
    games: tuple = ()  # a log, and how many games or suites it has in the end
    speaks_gtp: bool = False
    depth: int = 0  # 1: the fault is in a child
    accepts: tuple = (0,)  # exit statuses of success
    reports_failures: bool = False  # on standard output, as results, which stay in the log
    is_repeatable: bool = True  # standard output is the same each time
    seconds: float = 30  # after these it hangs, unless it still uses the processor
    ranks: int = 0  # under MPI's launcher
    faulty_rank: int = 0
    found: tuple = ()  # faults that have found something, with which each sample begins; number -1: the last call


GAME = '(;GM[1]FF[4]SZ[5]KM[7.5]PB[a]PW[b];B[cc];W[cb];B[bb];W[db];B[dc];W[bc];B[bd];W[ac])'
PROBLEM = ('(;SZ[7]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]TR[ab])')
SUITE = ('play b c3\nplay w c4\n10 countlib C3\n#? [3]\n20 color C4\n#? [white]\n30 reg_genmove black\n#? [!PASS]\n'
         '40 countlib C4\n#? [2]*\n')

KATABOOK = pathlib.Path(__file__).resolve().with_name('small.katabook')

# Between any two commands of a session stands printsgf, which shows whether a refusal changed anything.
SET_UP = '''boardsize 7
komi 6.5
fixed_handicap 2
clear_board
boardsize 5
kata-set-rules japanese
kata-set-rules tromp-taylor
gogui-setup b A1 w B2 b C3
gogui-setup_player w
set_position b C3 w C4 b D4 w B4
play w D3
play b D3
play b Z9
undo
undo
gg-undo 9
play b B3
play w pass
time_settings 60 5 1
time_left b 30 0
is_legal b A1
all_legal w
list_stones b
move_history
final_score
final_status_list dead
countlib C3
dihedra-rank 5k
dihedra-rank off
kgs-time_settings byoyomi 10 5 2
kata-set-param maxVisits 10
kata-get-params
dihedra_param_search visits 5
known_command play
help play
showboard
nonsense'''

SEARCH = '''boardsize 5
genmove b
genmove w
reg_genmove b
kata-search w
undo
kata-search_analyze b 1 maxmoves 2
kata-genmove_analyze w 1
lz-genmove_analyze b 1
cgos-genmove_analyze w
dihedra-show_ownership
dihedra-show_win_rates
dihedra-show_policy
dihedra-show_visits
final_score
kata-raw-nn 0
attack C3
defend C3
unconditional_status C3
dihedra-life {"targets":["C3"],"nodes":100}
clear_cache
genmove b'''

FILES = '''boardsize 5
loadsgf game.sgf
printsgf out.sgf
loadsgf game.sgf 3
loadsgf missing.sgf
genmove b
loadsgf out.sgf'''

SOLVE = '''boardsize 3
play b B2
genmove w
dihedra-show_values
genmove b
clear_board
genmove b'''

QUERIES = ''.join(line + '\n' for line in (
    '{"id":"a","moves":[["B","C3"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":5,"boardYSize":5,"maxVisits":10,'
    '"includeOwnership":true,"includePolicy":true}',
    '{"id":"b","moves":[["B","C3"],["W","C4"]],"initialStones":[["B","A1"]],"rules":"japanese","komi":6.5,'
    '"boardXSize":5,"boardYSize":5,"maxVisits":10,"analyzeTurns":[0,1,2],"overrideSettings":{"maxVisits":8}}',
    '{"id":"c","action":"query_version"}',
    '{"id":"d","action":"clear_cache"}',
    '{"id":"e","moves":[["B","Z9"]],"rules":"chinese","boardXSize":5,"boardYSize":5}',
    'not JSON',
    '{"id":"f","action":"query_models"}',
    '{"id":"g","action":"terminate","terminateId":"a"}'))


def session(lines):
    return ''.join(f'{line}\nprintsgf\n' for line in lines.split('\n')) + 'quit\n'


PLAIN = {'DIHEDRA_MODEL': 'none'}
NETWORK = {'DIHEDRA_MODEL': 'inside'}
ENGINE = '"$D --size 5 --visits 4 --seed 3"'
FAULTY_ENGINE = '"$F --size 5 --visits 4 --seed 3"'

SCENARIOS = (
    Scenario('help', 'help parameters'),
    Scenario('set-up', '--size 5', session(SET_UP), speaks_gtp=True),
    Scenario('genmove', '--visits 20', session(SEARCH), speaks_gtp=True, is_repeatable=False),
    Scenario('threads', '--visits 40 --threads 3 --ponder on --size 5',
             'genmove b\ngenmove w\nshowboard\ngenmove b\nlz-analyze b 1\nshowboard\n', speaks_gtp=True,
             is_repeatable=False),
    Scenario('network', '--visits 6 --size 5', session('genmove b\nkata-raw-nn 0\nkata-get-models\ngenmove w'),
             environment=NETWORK, speaks_gtp=True, is_repeatable=False),
    Scenario('network-file', '--visits 4 --size 5 --model net.bin.gz', session('genmove b'),
             before='$D export-network net.bin && gzip -1 net.bin', speaks_gtp=True, is_repeatable=False),
    Scenario('files', '--visits 10 --book plain.book', session(FILES), before=(
        f"echo '{GAME}' >game.sgf; $D book import plain.book --katabook {KATABOOK}"),
        files=('out.sgf', 'out2.sgf', 'tree.sgf'), speaks_gtp=True, is_repeatable=False),
    Scenario('play', 'play --visits 4 --sgf dihedra/play.sgf', 'A1\nsave out.sgf\nnew 5\nC3\nquit\n', before=(
        "mkdir dihedra; echo '(;SZ[5]PB[You]PW[Dihedra];B[cc];W[bb])' >dihedra/play.sgf"),
        files=('dihedra/play.sgf',), environment={**PLAIN, 'XDG_CACHE_HOME': '.'}, is_repeatable=False,
        after='XDG_CACHE_HOME=. $D play --list | grep -q "5x5    Black     Dihedra .*play.sgf$"'),
    Scenario('solver', '--size 3', session(SOLVE), speaks_gtp=True, is_repeatable=False),
    Scenario('analysis', 'analysis --analysis-threads 2', QUERIES, is_repeatable=False),
    Scenario('analysis-network', 'analysis --analysis-threads 1', QUERIES, environment=NETWORK, is_repeatable=False),
    Scenario('review', 'analyze game.sgf --visits 6 --deep 2 --html page.html --out out.sgf --resume log --json',
             before=f"echo '{GAME}' >game.sgf", files=('page.html', 'out.sgf'), is_repeatable=False,
             after='$D analyze game.sgf --visits 6 --deep 2 --html page.html --out out.sgf --resume log --json'),
    Scenario('reviews', 'analyze games --visits 6 --deep 0 --html pages',
             before=f"mkdir games; echo '{GAME}' >games/a.sgf; echo '{GAME}' >games/b.sgf",
             files=('pages/index.html',), is_repeatable=False,
             after='$D analyze games --visits 6 --deep 0 --html pages'),
    Scenario('match', f'match --black {ENGINE} --white {ENGINE} --games 3 --size 5 --alternate --random-opening 2 '
             '--resume log --sgf sgf --stderr errors --html page.html --json',
             files=('page.html',), games=('log', 3), is_repeatable=False, accepts=(0,),
             after=f'$D match --black {ENGINE} --white {ENGINE} --games 3 --size 5 --alternate --random-opening 2 '
             '--resume log --sgf sgf --stderr errors --html page.html --json'),
    Scenario('match-engine', f'match --black {FAULTY_ENGINE} --white {ENGINE} --games 2 --size 5 --resume log --hang 5',
             depth=1, games=('log', 2), is_repeatable=False,
             after=f'$D match --black {FAULTY_ENGINE} --white {ENGINE} --games 2 --size 5 --resume log --hang 5'),
    Scenario('suite', 'regress suite.tst other.tst --engine "$D --size 5 --visits 5" --resume log --json '
             '--html page', before=f"printf '{SUITE}' >suite.tst; printf '{SUITE}' >other.tst",
             files=('page/index.html',), games=('log', 2), is_repeatable=False,
             reports_failures=True,
             after='$D regress suite.tst other.tst --engine "$D --size 5 --visits 5" --resume log --json '
             '--html page || [ $? = 1 ]'),
    Scenario('self-play', 'selfplay --games 3 -j 2 --size 4 --visits 6 --sgf sgf --resume log', games=('log', 3),
             after='$D selfplay --games 3 -j 2 --size 4 --visits 6 --sgf sgf --resume log', is_repeatable=False),
    Scenario('solve', 'solve 3x3 --checkpoint checkpoint --proof proof --json', files=('proof', 'checkpoint'),
             after='$D solve 3x3 --checkpoint checkpoint --proof proof && $D verify proof', is_repeatable=False,
             found=('memory:-1+',)),
    Scenario('solve-on', 'solve 3x3 --checkpoint checkpoint --threads 2', files=('checkpoint',),
             before='$D solve 3x3 --checkpoint checkpoint', after='$D solve 3x3 --checkpoint checkpoint',
             is_repeatable=False),
    Scenario('solve-record', 'solve game.sgf', before="echo '(;SZ[3]KM[0];B[bb];W[aa])' >game.sgf",
             is_repeatable=False, found=('memory:50+',)),
    Scenario('verify', 'verify proof --threads 2', before='$D solve 3x3 --proof proof', is_repeatable=False),
    Scenario('tsumego', 'tsumego problem.sgf', before=f"echo '{PROBLEM}' >problem.sgf", is_repeatable=False),
    Scenario('book', f'book import b.book --katabook {KATABOOK}', files=('b.book',)),
    Scenario('export-network', 'export-network net.bin', files=('net.bin',)),
    *(Scenario(f'match-rank-{rank}', f'match --black {ENGINE} --white {ENGINE} --games 3 --size 5 --alternate '
               '--random-opening 2 --resume log', games=('log', 3), is_repeatable=False,
               ranks=2, faulty_rank=rank, seconds=90,
               after=f'$D match --black {ENGINE} --white {ENGINE} --games 3 --size 5 --alternate --random-opening 2 '
               '--resume log') for rank in range(2)),
    *(Scenario(f'suite-rank-{rank}', 'regress suite.tst other.tst --engine "$D --size 5 --visits 5" --resume log',
               before=f"printf '{SUITE}' >suite.tst; printf '{SUITE}' >other.tst",
               games=('log', 2), is_repeatable=False, reports_failures=True, ranks=2,
               faulty_rank=rank, seconds=90,
               after='$D regress suite.tst other.tst --engine "$D --size 5 --visits 5" --resume log || [ $? = 1 ]')
      for rank in range(2)),
)
