/** Stand-in shape until the engine's own lookup lands in this file; see Env. */
export interface Places { readonly built: true }
