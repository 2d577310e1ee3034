import { expect, it } from 'vitest'
import { buildMapUrl, isShortMapLink, parseMapPoint } from './map-link.ts'

const AT = { latitude: -23.561_414, longitude: -46.655_881 }

it.each([
  '-23.561414, -46.655881',
  '-23.561414 -46.655881',
  '-23.561414;-46.655881',
  '-23,561414; -46,655881',
  '-23,561414 -46,655881',
  '  MASP https://www.google.com/maps?q=-23.561414,-46.655881',
  'geo:-23.561414,-46.655881?z=17',
  'https://www.google.com/maps?q=-23.561414,-46.655881',
  'https://maps.google.com/?q=loc:-23.561414,-46.655881',
  'https://www.google.com/maps/search/?api=1&query=-23.561414%2C-46.655881',
  'https://www.google.com/maps/search/-23.561414,+-46.655881',
  'https://www.google.com/maps/@-23.561414,-46.655881,17z',
  // The pin (!3d, !4d) is the place; the view after the @ is beside it.
  'https://www.google.com.br/maps/place/MASP/@-23.5614,-46.6584,17z/data=!3m1!4b1!4m6!3m5!1s0x94ce59ceb1eb771f:0xe904f6a669744da1!8m2!3d-23.561414!4d-46.655881!16zL20vMDV6',
  'https://www.openstreetmap.org/?mlat=-23.561414&mlon=-46.655881#map=16/-23.5/-46.6',
  'https://www.openstreetmap.org/#map=17/-23.561414/-46.655881',
  'https://maps.apple.com/?ll=-23.561414,-46.655881&q=MASP',
  'https://maps.apple.com/place?coordinate=-23.561414,-46.655881&name=MASP',
])('MEDIA-19 reads the point of %j', (text) => {
  expect(parseMapPoint(text)).toEqual(AT)
})

it.each([
  '',
  'MASP, Avenida Paulista',
  '91, 10',
  '10, 181',
  '-23,561414',
  '-23.5',
  '1.2.3, 4',
  'https://www.google.com/maps?q=MASP',
  'https://exemplo.com/',
  'javascript:alert(1)',
  'https://maps.app.goo.gl/abcDEF',
])('MEDIA-19 finds no point in %j', (text) => {
  expect(parseMapPoint(text)).toBeNull()
})

it('MEDIA-19 knows a short link, and links a point to a map', () => {
  expect(isShortMapLink('MASP https://maps.app.goo.gl/abcDEF')).toBe(true)
  expect(isShortMapLink('https://www.google.com/maps?q=1,2')).toBe(false)
  expect(buildMapUrl(AT)).toBe('https://www.openstreetmap.org/?mlat=-23.561414&mlon=-46.655881#map=16/-23.561414/-46.655881')
  expect(buildMapUrl({ latitude: 91, longitude: 0 })).toBeNull()
  expect(buildMapUrl({})).toBeNull()
})
