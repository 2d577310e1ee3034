import { CARRIED_ADDRESS_MAX_CHARS, CARRIED_NAME_MAX_CHARS, type SentLocation } from '@prosa/contract/entities/carried'
import { isShortMapLink, mapUrl, type Point, readPlace } from '@prosa/contract/rules/map-link'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { TextField } from '../../../../shared/ui/text-field.tsx'
import { whereIAm } from './where-i-am.ts'

const WITHOUT_POINT = 'Cole um link do Google Maps, do OpenStreetMap ou da Apple, ou digite latitude e longitude.'
const SHORT = 'Este link curto não diz onde fica. Abra-o e cole o endereço que aparece no navegador.'

const problemOf = (text: string): string | undefined => {
  if (readPlace(text)) return undefined
  return isShortMapLink(text) ? SHORT : WITHOUT_POINT
}

const said = ({ latitude, longitude }: Point): string => `${latitude}, ${longitude}`

/** A place to send: two numbers, a map's link, or where this device is; a name and an address where it has them (MEDIA-19). */
export function PlaceForm({ onSend }: { onSend: (location: SentLocation) => void }) {
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [isAsking, setAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** Which question the answer is to: what is typed meanwhile stands. */
  const asked = useRef(0)
  useEffect(() => () => void asked.current++, [])
  const point = readPlace(text)
  const map = point && mapUrl(point)

  const write = (next: string) => {
    asked.current++
    setAsking(false)
    setText(next)
    // While it is being typed it is not wrong yet; a link comes whole.
    setProblem(isShortMapLink(next) ? SHORT : undefined)
  }
  const locate = async () => {
    const question = ++asked.current
    setAsking(true)
    setProblem(undefined)
    const found = await whereIAm()
    if (question !== asked.current) return
    setAsking(false)
    if (typeof found === 'string') setProblem(found)
    else setText(said(found))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The composer stands around it, and would send its text.
    event.stopPropagation()
    if (!point) {
      setProblem(problemOf(text))
      field.current?.focus()
      return
    }
    const named = { ...(name.trim() ? { name: name.trim() } : {}), ...(address.trim() ? { address: address.trim() } : {}) }
    onSend({ ...point, ...named })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextField
            ref={field}
            label="Link do mapa ou coordenadas"
            placeholder="-23.561414, -46.655881"
            value={text}
            error={problem}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => write(target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="button" busy={isAsking} onClick={() => void locate()}>
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
          {point ? `Lugar encontrado: ${said(point)}` : ''}
        </p>
      </div>
      <TextField
        label="Nome do lugar (opcional)"
        value={name}
        maxLength={CARRIED_NAME_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Endereço (opcional)"
        value={address}
        maxLength={CARRIED_ADDRESS_MAX_CHARS}
        autoComplete="off"
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" variant="primary" className="self-end">
        Enviar localização
      </Button>
    </form>
  )
}
