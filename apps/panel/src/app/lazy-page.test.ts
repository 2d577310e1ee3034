import { afterEach, expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page.ts'

afterEach(() => vi.restoreAllMocks())

it('ERR-10 a page that cannot be fetched without a network is an error of its own, and comes when it is tried again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let isThere = false
  const page = lazyPage(
    () =>
      isThere
        ? Promise.resolve({ Page: () => 'a página' })
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/page.js')),
    'Page',
  )
  const show = page as unknown as (props: object) => { type: () => string }
  await page.preload?.()
  expect(() => show({})).toThrow('Erro de conexão. Verifique sua internet e tente novamente.')
  isThere = true
  await page.preload?.()
  expect(show({}).type()).toBe('a página')
})
