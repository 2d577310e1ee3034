import { afterEach, expect, it, vi } from 'vitest'
import { lazyPage } from './lazy-page.ts'

afterEach(() => vi.unstubAllGlobals())

const notFetched = new TypeError('Failed to fetch dynamically imported module: /assets/page.js')

/** Creates a lazy page that fails to load until `comes` is called. */
const aPage = () => {
  let isThere = false
  const page = lazyPage(() => (isThere ? Promise.resolve({ Page: () => 'a página' }) : Promise.reject(notFetched)), 'Page')
  return {
    preload: () => page.preload?.(),
    show: page as unknown as (props: object) => { type: () => string },
    comes: () => (isThere = true),
  }
}

it('ERR-10 a page that cannot be fetched while no server answers is an error of its own, and comes when it is tried again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { preload, show, comes } = aPage()
  await preload()
  expect(() => show({})).toThrow('Erro de conexão. Verifique sua internet e tente novamente.')
  comes()
  await preload()
  expect(show({}).type()).toBe('a página')
})

it('a page that the server has no more is left to the router, which reloads the app', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  vi.stubGlobal('sessionStorage', { getItem: () => 'reloaded before' })
  const { preload, show } = aPage()
  await preload()
  expect(() => show({})).toThrow(notFetched)
})
