import type { ChildProcess } from 'node:child_process'

export declare function passSignals(child: ChildProcess): () => boolean
