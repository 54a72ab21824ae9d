import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { productVersion } from '../config/version.js'

/** What runs in this process, as labels of a gauge that is always 1. */
export function buildMetrics(registry: Registry, role: string): void {
  new Gauge({
    name: 'tripfold_build_info',
    help: 'Always 1: the labels are the version of Tripfold and of Node, and the role of the process.',
    labelNames: ['version', 'node', 'role'],
    registers: [registry],
  }).set({ version: productVersion(), node: process.versions.node, role }, 1)
}
