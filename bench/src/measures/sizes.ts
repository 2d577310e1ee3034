import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { BEFORE_USE, readManifest, staticClosure } from '../../../scripts/build/static-closure.ts'
import type { Measure } from '../measure.ts'

const LOGIN = 'JavaScript before the sign-in page, gzip'
const OPEN = 'JavaScript before an open conversation, gzip'

const kilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).byteLength, 0) / 1_000

/** Exact number of bytes that the browser loads before the page can be used. `npm run check` enforces the same limit. */
export const sizes: Measure = {
  name: 'sizes',
  figures: [LOGIN, OPEN],
  run: async () => {
    const panel = readManifest('apps/panel/dist')
    return [
      { name: LOGIN, value: kilobytes(staticClosure(panel, BEFORE_USE.signIn)) },
      { name: OPEN, value: kilobytes(staticClosure(panel, BEFORE_USE.conversation)) },
    ]
  },
}
