import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { INITIAL_CHUNKS, listStaticClosure, readBuildManifest } from '../../../../scripts/build/static-closure.ts'
import type { Measure } from '../../measure.ts'

const LOGIN_FIGURE = 'JavaScript before the sign-in page, gzip'
const OPEN_CONVERSATION_FIGURE = 'JavaScript before an open conversation, gzip'

const sumGzipKilobytes = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).byteLength, 0) / 1_000

/** Exact number of bytes that the browser loads before the page can be used. `npm run check` enforces the same limit. */
export const bundleSizesMeasure: Measure = {
  name: 'sizes',
  figures: [LOGIN_FIGURE, OPEN_CONVERSATION_FIGURE],
  run: async () => {
    const panel = readBuildManifest('apps/panel/dist')
    return [
      { name: LOGIN_FIGURE, value: sumGzipKilobytes(listStaticClosure(panel, INITIAL_CHUNKS.signIn)) },
      { name: OPEN_CONVERSATION_FIGURE, value: sumGzipKilobytes(listStaticClosure(panel, INITIAL_CHUNKS.conversation)) },
    ]
  },
}
