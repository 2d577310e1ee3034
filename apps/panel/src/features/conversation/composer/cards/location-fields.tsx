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
  draft: LocationDraft
  /** Errors of the name and address. If this is set, both fields are required. */
  requiredFieldErrors?: { name?: string | undefined; address?: string | undefined } | undefined
}

/** Fields for a location with a preview on a map, a name and an address. */
export function LocationFields({ draft, requiredFieldErrors }: LocationFieldsProps) {
  const { point, mapUrl, isLocating } = draft
  const optional = requiredFieldErrors ? '' : ' (opcional)'
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextField
            name={LOCATION_FIELD_NAMES.point}
            label="Link do mapa ou coordenadas"
            placeholder="-23.561414, -46.655881"
            value={draft.text}
            error={draft.problem}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => draft.changeText(target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="button" busy={isLocating} onClick={() => void draft.locate()}>
            {!isLocating && <LocateFixed aria-hidden="true" className="size-4" />}
            {isLocating ? 'Procurando…' : 'Usar onde estou'}
          </Button>
          {mapUrl && (
            <a
              href={mapUrl}
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
        value={draft.name}
        error={requiredFieldErrors?.name}
        required={requiredFieldErrors !== undefined}
        maxLength={STRUCTURED_CONTENT_NAME_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => draft.setName(target.value)}
      />
      <TextField
        name={LOCATION_FIELD_NAMES.address}
        label={`Endereço${optional}`}
        value={draft.address}
        error={requiredFieldErrors?.address}
        required={requiredFieldErrors !== undefined}
        maxLength={LOCATION_ADDRESS_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => draft.setAddress(target.value)}
      />
    </>
  )
}
