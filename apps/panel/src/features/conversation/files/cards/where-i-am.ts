import type { Point } from '@prosa/contract/rules/map-link'

const REFUSED = 'Libere a localização nas permissões do site.'
const UNKNOWN = 'Não foi possível saber onde você está. Cole um link do mapa.'
const UNSUPPORTED = 'Este navegador não diz onde está neste endereço. Cole um link do mapa.'
const WAIT_MS = 15_000
/** Maximum age in milliseconds of a cached position. */
const FRESH_MS = 60_000
/** About ten centimetres; no device is more precise. */
const DECIMALS = 6

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS))

/** Returns this device's position, or an error message. */
export const whereIAm = (): Promise<Point | string> =>
  new Promise((resolve) => {
    if (!isSecureContext || !('geolocation' in navigator)) return resolve(UNSUPPORTED)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? REFUSED : UNKNOWN),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: FRESH_MS },
    )
  })
