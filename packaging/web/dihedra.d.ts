/** Messages of `dihedra-worker.js`, the Go engine Dihedra as a worker.
 *
 * The first message to it is `start`; everything else waits for `ready`. Lines and queries are
 * answered in order, except that waiting lines come before waiting queries, and queries in the
 * order of their `priority`. While an answer is computed, messages are taken every 30 ms or, where
 * the network is slower, after each evaluation. */

/** Where bytes come from: themselves, or a URL (in node, a path). */
export type Source = ArrayBuffer | Uint8Array | string

export interface Start {
  /** The engine; by default the file `dihedra.wasm` beside the script, or, where `crossOriginIsolated` is true, the files
   * `dihedra-threads.*`. */
  wasm?: Source
  /** The network to search with, in KataGo's format, as a file or gzip; by default the file
   * `network.bin` beside the script; null: playouts instead of a network. */
  network?: Source | null
  /** Options of the command line, a word each: `['--size', '9', '--komi', '7']`; see `dihedra help`.
   * Commands that read or write files are refused. */
  options?: string[]
  /** Settings of the analysis protocol, by KataGo's keys: `{maxVisits: 200}`. */
  settings?: Record<string, string | number | boolean>
  /** MB that the engine may take in all, network and search included; by default 2 GiB, of which it takes what it needs. */
  memory?: number
}

export type ToWorker =
  | {start: Start}
  /** A line of GTP; `help` and `list_commands` list the commands. A blank one ends an analysis and gets
   * no response. */
  | {id?: unknown, gtp: string}
  /** A query or an action of KataGo's analysis protocol, with its own `id`. */
  | {query: {id: string, [field: string]: unknown}}
  /** Goes on with another network; the game stays. null: none. `human`: a network of human play, whose
   * moves `--rank` and `humanSLProfile` follow, instead of the one to search with. `cache`: what an earlier answer had. */
  | {id?: unknown, network: ArrayBuffer | Uint8Array | null, name?: string, human?: boolean, cache?: Record<string, Uint8Array>}
  /** A file with records of games: SGF, GIB or NGF, in any character set. */
  | {id?: unknown, game: ArrayBuffer | Uint8Array, name?: string}
  /** A game to judge by what is known of its positions: JSON (engine/review/judgement.h). */
  | {id?: unknown, judge: string}
  /** Ends the running command with its best so far, and all queries (with a last answer, as their
   * `terminate` does; then `{id: 'stop', action: 'terminate_all'}` is answered, too). */
  | {stop: true}

export type FromWorker =
  /** It has started. threads: of a search; memory: MB that the engine takes now. */
  | {ready: {version: string, threads: number, memory: number}}
  /** A part of a line's response, without newlines at its end: `= D4`, `? illegal move`, or for an
   * analysis first `=`, then lines of `info`. The last part has isEnd. */
  | {id?: unknown, gtp: string, isEnd: boolean}
  /** An answer of the analysis protocol. */
  | {answer: {id: string, isDuringSearch?: boolean, [field: string]: unknown}}
  /** How much of a network's file has been read, 0 to 1; then a moment passes until it is in use. */
  | {id?: unknown, progress: number}
  /** A network is in use. cache: what was found out about networks, which takes most of the time of loading one. */
  | {id?: unknown, network: string, memory: number, cache: Record<string, Uint8Array>}
  /** The games of a file, as SGF in UTF-8. */
  | {id?: unknown, sgf: string}
  /** What the moves of a game lost, and why, as `dihedra analyze --json` has it. */
  | {id?: unknown, judgement: {black: object, white: object, moves: object[]}}
  /** A message was refused, or without id: the engine has died and answers nothing any more. A
   * sentence for people. */
  | {id?: unknown, error: string}
  /** What the program prints on standard error. */
  | {log: string}
  /** The session has ended, by `quit`. */
  | {ended: true}
