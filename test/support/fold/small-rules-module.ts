import { smallRules } from './small-rules.js'

/** The small rules as a pool's threads want them. */
export default () => smallRules
