import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStubLookup, openSiteDouble, type SiteDouble } from '../../testing/doubles/site/site-double.ts'
import { createPublicWebClient } from './fetch-public.ts'

/** A server at an allowed address, and (`inside`) one at a private address. */
let site: SiteDouble
let inside: SiteDouble
beforeAll(async () => {
  site = await openSiteDouble('127.0.0.1')
  inside = await openSiteDouble('127.0.0.2', site.port)
  inside.page('/', 'segredo')
})
afterAll(async () => {
  expect(inside.asked).toEqual([])
  await site.close()
  await inside.close()
})

const NAMES = {
  'site.test': ['127.0.0.1'],
  'localhost.': ['127.0.0.1'],
  'inside.test': ['127.0.0.2'],
  'metadata.google.internal': ['169.254.169.254'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.2'],
  'rebinding.test': ['127.0.0.1', '127.0.0.2'],
}
const LIMITS = { maxBytes: 100_000, timeoutMs: 3_000 }
const web = () =>
  createPublicWebClient({ allowedAddresses: ['127.0.0.1'], additionalPorts: [site.port], lookup: createStubLookup(NAMES) })
const fetch = (url: string, limits = LIMITS) => web().fetch(url, limits)
const redirect = (path: string, location: string) =>
  site.page(path, (_request, response) => void response.writeHead(302, { location }).end())

/** Addresses of this machine, its network, the host's cloud metadata, and reserved ones, in all notations. */
const INSIDE = `
  127.0.0.2 127.2 127.0.2 2130706434 0x7f000002 0x7f.0.0.2 0177.0.0.2 %31%32%37.0.0.2 0.0.0.0 0 10.0.0.1
  172.16.0.1 172.31.255.254 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 192.0.2.1 240.0.0.1
  169.254.169.254 2852039166 0xa9fea9fe 100.100.100.200 [::1] [::] [::ffff:127.0.0.2] [::ffff:7f00:2]
  [::ffff:a9fe:a9fe] [64:ff9b::7f00:2] [2002:7f00:2::] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] localhost
  localhost. inside.test six.test mapped.test metadata.google.internal
`
  .trim()
  .split(/\s+/)

describe('an address that somebody gives us', () => {
  it('gives what lies there, unpacked, after three redirects at most', async () => {
    site.page('/packed', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset="iso-8859-1"', 'content-encoding': 'gzip' })
      response.end(gzipSync('<p>Oi</p>'))
    })
    redirect('/one', '/two')
    redirect('/two', site.at('/three'))
    redirect('/three', 'packed')
    const found = await fetch(site.at('/one'))
    expect(found).toMatchObject({ url: site.at('/packed'), mimeType: 'text/html', charset: 'iso-8859-1' })
    expect('bytes' in found && Buffer.from(found.bytes).toString()).toBe('<p>Oi</p>')
    redirect('/zero', '/one')
    expect(await fetch(site.at('/zero'))).toEqual({ failed: 'too-many-redirects' })
    expect(await fetch(site.at('/none'))).toEqual({ failed: 'refused', status: 404 })
  })

  const port = () => String(site.port)
  it.each(INSIDE)('KNOW-14 %s is not public: nothing of it is reached', async (host) => {
    const strict = createPublicWebClient({ additionalPorts: [site.port], lookup: createStubLookup(NAMES) })
    expect(await strict.fetch(`http://${host}:${port()}/`, LIMITS)).toEqual({ failed: 'not-public' })
  })

  it.each([
    'ftp://site.test/',
    'file:///etc/passwd',
    'gopher://site.test/',
    'data:text/html,oi',
    'http://ana:senha@site.test/',
    'http://site.test:22/',
    'http://site.test:6379/',
    'nada',
  ])('KNOW-14 %s is refused by its form', async (url) => {
    expect(
      await createPublicWebClient({ allowedAddresses: ['127.0.0.1'], lookup: createStubLookup(NAMES) }).fetch(url, LIMITS),
    ).toEqual({
      failed: 'not-public',
    })
  })

  it('KNOW-14 a page that leads inside, or a name that means another place the second time, is not followed there', async () => {
    for (const to of [
      inside.at('/', '127.0.0.2'),
      inside.at('/', 'inside.test'),
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ]) {
      redirect('/inside', to)
      expect(await fetch(site.at('/inside'))).toEqual({ failed: 'not-public' })
    }
    redirect('/again', '/')
    expect(await fetch(site.at('/again', 'rebinding.test'))).toEqual({ failed: 'not-public' })
    expect(site.asked.at(-1)).toBe('rebinding.test/again')
  })

  it('KNOW-14 what leads to itself, goes on without an end, swells or says nothing is given up', async () => {
    redirect('/round', '/round')
    expect(await fetch(site.at('/round'))).toEqual({ failed: 'too-many-redirects' })
    site.page('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write('<p>e mais</p>'.repeat(500)));
        response.once('drain', more)
      }
      more()
    })
    expect(await fetch(site.at('/endless'))).toEqual({ failed: 'too-large' })
    site.page('/bomb', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
    })
    expect(await fetch(site.at('/bomb'))).toEqual({ failed: 'too-large' })
    site.page('/silent', () => undefined)
    expect(await fetch(site.at('/silent'), { ...LIMITS, timeoutMs: 200 })).toEqual({ failed: 'too-slow' })
    site.page('/half', (_request, response) => void response.writeHead(200).write('<p>'))
    expect(await fetch(site.at('/half'), { ...LIMITS, timeoutMs: 200 })).toEqual({ failed: 'too-slow' })
    expect(await fetch('http://nowhere.invalid/')).toEqual({ failed: 'unreachable' })
  })
})
