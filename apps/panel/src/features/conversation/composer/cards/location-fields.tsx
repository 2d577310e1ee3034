import {
  LOCATION_ADDRESS_MAX_CHARS,
  STRUCTURED_CONTENT_NAME_MAX_CHARS,
} from '@prosa/contract/entities/conversations/structured-content'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'
import { formatCoordinates, type LocationDraft } from './use-location-draft.ts'

/** Names of the form fields. Forms use the names to focus the field that has an error. */
export const LOCATION_FIELD_NAMES = { point: 'place.point', name: 'place.name', address: 'place.address' } as const

interface LocationFieldsProps {
  place: LocationDraft
  /** Errors of name and address. If set, both fields are required. */
  whole?: { name?: string | undefined; address?: string | undefined } | undefined
}

/** Fields for a location with a preview on a map, a name and an address. */
export function LocationFields({ place, whole }: LocationFieldsProps) {
  const { point, map, isAsking } = place
  const optional = whole ? '' : ' (opcional)'
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextField
            name={LOCATION_FIELD_NAMES.point}
            label="Link do mapa ou coordenadas"
            placeholder="-23.561414, -46.655881"
            value={place.text}
            error={place.problem}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => place.write(target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="button" busy={isAsking} onClick={() => void place.locate()}>
            {!isAsking && <LocateFixed aria-hidden="true" className="size-4" />}
            {isAsking ? 'Procurando…' : 'Usar onde estou'}
          </Button>
          {map && (
            <a
              href={map}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex coarse:min-h-11 items-center text-primary text-ui underline underline-offset-2"
            >
              Conferir no mapa
            </a>
          )}
        </div>
        <p role="status" className="sr-only">
          {point ? `Lugar encontrado: ${formatCoordinates(point)}` : ''}
        </p>
      </div>
      <TextField
        name={LOCATION_FIELD_NAMES.name}
        label={`Nome do lugar${optional}`}
        value={place.name}
        error={whole?.name}
        required={whole !== undefined}
        maxLength={STRUCTURED_CONTENT_NAME_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => place.setName(target.value)}
      />
      <TextField
        name={LOCATION_FIELD_NAMES.address}
        label={`Endereço${optional}`}
        value={place.address}
        error={whole?.address}
        required={whole !== undefined}
        maxLength={LOCATION_ADDRESS_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => place.setAddress(target.value)}
      />
    </>
  )
}
