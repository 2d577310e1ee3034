import { getDatabaseServerUrl } from '../dataset/bench-database.ts'
import type { Measure } from '../measure.ts'

const DATABASE_KINDS = ['embedded', 'PostgreSQL'] as const
const MISSING_SERVER_REASON = 'needs a PostgreSQL server: set BENCH_DATABASE_URL'

const prefixFigure = (on: (typeof DATABASE_KINDS)[number], figure: string): string => `${on}: ${figure}`

/**
 * Creates a measure that runs on its own installation, once per kind of database. `run` gets the server's URL, or null for the embedded
 * database.
 */
export const createMeasureOnBothDatabases = <Name extends string>(
  name: string,
  figures: readonly Name[],
  run: (server: string | null) => Promise<Readonly<Record<Name, number>>>,
): Measure => ({
  name,
  figures: DATABASE_KINDS.flatMap((on) => figures.map((figure) => prefixFigure(on, figure))),
  run: async () => {
    const embedded = await run(null)
    const address = getDatabaseServerUrl()
    const server = address === null ? null : await run(address)
    return figures.flatMap((figure) => [
      { name: prefixFigure('embedded', figure), value: embedded[figure] },
      server
        ? { name: prefixFigure('PostgreSQL', figure), value: server[figure] }
        : { name: prefixFigure('PostgreSQL', figure), missing: MISSING_SERVER_REASON },
    ])
  },
})
