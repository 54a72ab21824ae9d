export function machineMemory(): number
