import type { GeoPoint } from '@prosa/contract/rules/conversations/map-link'

const PERMISSION_DENIED_ERROR = 'Libere a localização nas permissões do site.'
const POSITION_UNKNOWN_ERROR = 'Não foi possível saber onde você está. Cole um link do mapa.'
const GEOLOCATION_UNSUPPORTED_ERROR = 'Este navegador não diz onde está neste endereço. Cole um link do mapa.'
const POSITION_TIMEOUT_MS = 15_000
/** Maximum age in milliseconds of a position that the browser has cached. */
const MAX_POSITION_AGE_MS = 60_000
/** Number of decimals of coordinates. Six decimals are about ten centimetres; no device is more precise. */
const COORDINATE_DECIMALS = 6

const roundDegrees = (degrees: number): number => Number(degrees.toFixed(COORDINATE_DECIMALS))

/** Requests the position of this device. Returns an error message for the user if there is no position. */
export const getDevicePosition = (): Promise<GeoPoint | string> =>
  new Promise((resolve) => {
    if (!isSecureContext || !('geolocation' in navigator)) return resolve(GEOLOCATION_UNSUPPORTED_ERROR)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: roundDegrees(coords.latitude), longitude: roundDegrees(coords.longitude) }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? PERMISSION_DENIED_ERROR : POSITION_UNKNOWN_ERROR),
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS, maximumAge: MAX_POSITION_AGE_MS },
    )
  })
