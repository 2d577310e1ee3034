import { gzipSync } from 'node:zlib'
import { INITIAL_CHUNKS, listStaticClosure, readBuildManifest } from '../scripts/build/static-closure.ts'
import { expect, test } from './fixtures.ts'

/** Maximum number of script bytes that the sign-in page loads. */
const MAX_SCRIPT_BYTES = 140_000

test('the sign-in page loads no code but its own, in 140 kB', async ({ freshWindow }) => {
  const page = await freshWindow()
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script' || !response.url().includes('/assets/')) return
    scripts.set(new URL(response.url()).pathname, gzipSync(await response.body(), { level: 9 }).length)
  })
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Esqueci minha senha' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const budgeted = listStaticClosure(readBuildManifest('apps/panel/dist'), INITIAL_CHUNKS.signInAtRest)
  expect([...scripts.keys()].filter((script) => !budgeted.some((file) => file.endsWith(script)))).toEqual([])
  expect([...scripts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPT_BYTES)
})
