import type { SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import { type FormEvent, useRef } from 'react'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { LOCATION_FIELD_NAMES, LocationFields } from './location-fields.tsx'
import { useLocationDraft } from './use-location-draft.ts'

/** Form that sends a location with an optional name and address to the lead (MEDIA-19). */
export function LocationForm({ onSend }: { onSend: (location: SentLocation) => void }) {
  const draft = useLocationDraft()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Stops the submit event, because React passes it on to the surrounding composer, which would send its text.
    event.stopPropagation()
    const location = draft.validate()
    if (location) onSend(location)
    else form.current?.querySelector<HTMLElement>(`[name="${LOCATION_FIELD_NAMES.point}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <LocationFields draft={draft} />
      <Button type="submit" variant="primary" className="self-end">
        Enviar localização
      </Button>
    </form>
  )
}
