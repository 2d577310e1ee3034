import { parseUrl } from '../text/parse-url.ts'

/** Geographic coordinates in degrees. */
export interface GeoPoint {
  readonly latitude: number
  readonly longitude: number
}

const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d{1,20})?`
const COORDINATE_PAIR = new RegExp(String.raw`^(?:loc:|geo:)?(${NUMBER})(?:\s{0,3}[,;]\s{0,3}|\s{1,3})(${NUMBER})(?![\d.])`, 'i')
/** Matches a pair of coordinates with decimal commas, as common in Brazil. */
const DECIMAL_COMMA_PAIR = /^([-+]?\d{1,3},\d{1,20})(?:\s{0,3};\s{0,3}|,?\s{1,3})([-+]?\d{1,3},\d{1,20})$/
/** Matches a link. Map apps share a text with the name of the place and then the link. */
const LINK_PATTERN = /https?:\/\/\S{1,2000}/i
/** Matches the pin's coordinates in the path of a Google Maps URL. The coordinates after the @ are only the centre of the visible map. */
const GOOGLE_PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`)
const GOOGLE_VIEW = new RegExp(`/@(${NUMBER}),(${NUMBER})`)
const OSM_VIEW = new RegExp(`^#map=[0-9.]{1,6}/(${NUMBER})/(${NUMBER})`)
/**
 * Query parameters with coordinates in URLs of Google Maps, OpenStreetMap and Apple Maps. Parameters for a pin come before those for the
 * visible map.
 */
const POINT_QUERY_PARAMS = ['q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'center', 'sll'] as const

const toGeoPoint = (latitude: string | undefined, longitude: string | undefined): GeoPoint | null => {
  if (!latitude || !longitude) return null
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  const isOnEarth = Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180
  return isOnEarth ? point : null
}

const matchPoint = (text: string, pattern: RegExp): GeoPoint | null => {
  const match = pattern.exec(text)
  return match && toGeoPoint(match[1], match[2])
}

/**
 * Returns the coordinates in a text: two numbers, or a link of Google Maps, OpenStreetMap or Apple Maps (MEDIA-19). Returns null for any
 * other text, including short links, which must be resolved first.
 */
export function parseMapPoint(text: string): GeoPoint | null {
  const trimmed = text.trim()
  const decimalCommaMatch = DECIMAL_COMMA_PAIR.exec(trimmed)
  if (decimalCommaMatch) return toGeoPoint(decimalCommaMatch[1]?.replace(',', '.'), decimalCommaMatch[2]?.replace(',', '.'))
  const pair = matchPoint(trimmed, COORDINATE_PAIR)
  if (pair) return pair
  const url = extractLink(trimmed)
  if (!url) return null
  const { searchParams, hash } = url
  const path = decodePath(url.pathname)
  const queryPoint = POINT_QUERY_PARAMS.map((name) => matchPoint(searchParams.get(name) ?? '', COORDINATE_PAIR)).find(
    (point) => point !== null,
  )
  return (
    toGeoPoint(searchParams.get('mlat') ?? '', searchParams.get('mlon') ?? '') ??
    matchPoint(path, GOOGLE_PIN) ??
    queryPoint ??
    matchPoint(path.replace(/^\/maps\/(?:search|place|dir)\//, ''), COORDINATE_PAIR) ??
    matchPoint(path, GOOGLE_VIEW) ??
    matchPoint(hash, OSM_VIEW)
  )
}

const extractLink = (text: string): URL | null => parseUrl(LINK_PATTERN.exec(text)?.[0] ?? '')

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '))
  } catch {
    return path
  }
}

const SHORT_HOSTS = new Set(['maps.app.goo.gl', 'goo.gl', 'g.co', 'osm.org', 'maps.apple'])

/** Returns whether a text contains a short link of a map service, which must be resolved to get its coordinates. */
export const isShortMapLink = (text: string): boolean => SHORT_HOSTS.has(extractLink(text)?.hostname ?? '')

/** Returns the URL of an OpenStreetMap map with a pin at a location. Returns null if a coordinate is missing or out of range. */
export const buildMapUrl = ({
  latitude,
  longitude,
}: {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}) =>
  Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
    : null
