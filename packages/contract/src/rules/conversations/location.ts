import { type SentLocation, sentLocation } from '../../entities/conversations/structured-content.ts'

/**
 * Returns a location in the form in which it is stored and sent.
 * @throws ZodError if the location is invalid
 */
export function normalizeLocation(location: SentLocation): SentLocation {
  const { latitude, longitude, ...nameAndAddress } = sentLocation.parse(location)
  // Converts -0 to 0. PostgreSQL does not store -0, and a repeated request must equal the stored location.
  return { ...nameAndAddress, latitude: latitude + 0, longitude: longitude + 0 }
}

interface LocationProblem {
  field: keyof SentLocation
  message: string
}

const MISSING_NAME: LocationProblem = { field: 'name', message: 'Digite o nome do lugar.' }
const MISSING_ADDRESS: LocationProblem = { field: 'address', message: 'Digite o endereço do lugar.' }

/**
 * Returns the problems of a location for the header of a message template, or an empty list. There, Meta also requires a name and an
 * address.
 */
export function findHeaderLocationProblems(location: SentLocation): LocationProblem[] {
  const { name, address } = location
  const schemaProblems = (sentLocation.safeParse(location).error?.issues ?? []).map(
    ({ path, message }): LocationProblem => ({ field: String(path[0]) as LocationProblem['field'], message }),
  )
  const missing = [...(name === undefined ? [MISSING_NAME] : []), ...(address === undefined ? [MISSING_ADDRESS] : [])]
  return [...schemaProblems, ...missing]
}
