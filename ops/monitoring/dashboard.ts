/** A dashboard as we describe it; grafana-dashboard.ts makes Grafana's form of it. */
export interface Dashboard {
  /** File name and Grafana's uid. */
  id: string
  title: string
  rows: Row[]
}

export interface Row {
  title: string
  panels: Panel[]
}

export interface Panel {
  title: string
  /** What to look for, in a sentence. */
  description: string
  /** Grafana's name of the unit: `s`, `bytes`, `reqps`, `short`, `percentunit`. */
  unit: string
  /** Absent: a plot over time. */
  kind?: 'number'
  /** Each PromQL expression with its legend, in which `{{label}}` stands for the value of a label. */
  series: [expression: string, legend: string][]
  /** From this value on the panel is red. */
  alarm?: number
}

/** The median and the 99th percentile of a histogram over five minutes. */
export function percentiles(histogram: string, matcher = ''): Panel['series'] {
  return (
    [
      [0.5, 'median'],
      [0.99, '99 %'],
    ] as const
  ).map(([quantile, legend]) => [
    `histogram_quantile(${quantile}, sum by (le) (rate(${histogram}_bucket${matcher}[5m])))`,
    legend,
  ])
}
