type Statement<C> = (connection: C, ...values: never[]) => unknown
type Bound<F> = F extends (connection: never, ...values: infer A) => infer R ? (...values: A) => R : never

/** A store made of functions of db: each under the name that its port has for it, over one connection. */
export function overConnection<C, F extends Record<string, Statement<C>>>(
  connection: C,
  functions: F,
): { [K in keyof F]: Bound<F[K]> } {
  const bound = Object.entries(functions).map(([name, call]) => [
    name,
    (...values: never[]) => call(connection, ...values),
  ])
  return Object.fromEntries(bound) as { [K in keyof F]: Bound<F[K]> }
}
