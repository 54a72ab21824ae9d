import { smallRules } from './small-rules.js'

/** The small rules as a module for pool threads. */
export default () => smallRules
