/** A value that cannot be used: the variable, what is wrong with it, and how to fix it. */
export interface SettingProblem {
  name: string
  problem: string
  fix: string
}

/** The same as a check gives it. */
export type Finding = [name: string, problem: string, fix: string]
