import { serverAddress } from '../dataset/database.ts'
import type { Measure } from '../measure.ts'

const ON = ['embedded', 'PostgreSQL'] as const
const MISSING = 'needs a PostgreSQL server: set BENCH_DATABASE_URL'

const nameOn = (on: (typeof ON)[number], figure: string): string => `${on}: ${figure}`

/**
 * Creates a measure that runs on its own installation, once per kind of database. `run` gets the server's URL, or null for the embedded
 * database.
 */
export const onBoth = <Name extends string>(
  name: string,
  figures: readonly Name[],
  run: (server: string | null) => Promise<Readonly<Record<Name, number>>>,
): Measure => ({
  name,
  figures: ON.flatMap((on) => figures.map((figure) => nameOn(on, figure))),
  run: async () => {
    const embedded = await run(null)
    const address = serverAddress()
    const server = address === null ? null : await run(address)
    return figures.flatMap((figure) => [
      { name: nameOn('embedded', figure), value: embedded[figure] },
      server
        ? { name: nameOn('PostgreSQL', figure), value: server[figure] }
        : { name: nameOn('PostgreSQL', figure), missing: MISSING },
    ])
  },
})
