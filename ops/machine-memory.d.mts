export function machineMemory (): number
