/** What each kind of halt means, and what to do. */
export const HALT_MEANINGS: Partial<Record<string, string>> = {
  HALTED_SEQ_REGRESSED:
    'the stream ends before the cursor, or holds another message there than the one that was folded: ' +
    'it lost its end. Restore it, then continue with `stream heal`; messages it still holds are kept.',
  HALTED_STREAM_RECREATED:
    'the stream is missing, or is another one than the cursors belong to. Restore it, or continue with ' +
    '`stream heal`; messages it holds are kept.',
  HALTED_GAP:
    'messages left the stream before they were folded. Restore them, or give them up with `stream skip`.',
}
