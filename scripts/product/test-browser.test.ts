import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { PLAYWRIGHT_DISABLED_FEATURES } from './test-browser.ts'

it('turns off what Playwright turns off', () => {
  const playwright = readFileSync(join(root, 'node_modules/playwright-core/lib/coreBundle.js'), 'utf8')
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(playwright) ?? []
  expect([...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)).toEqual(PLAYWRIGHT_DISABLED_FEATURES)
})
