import { useEffect, useRef, useState } from 'react'
import { downloadContent } from '../../../shared/browser/download-file.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'

const RECOVERY_CODES_FILENAME = 'codigos-de-recuperacao-prosa.txt'

/** Shows ten recovery codes, only once. They stay visible until the user confirms that they were saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [announcement, setAnnouncement] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setAnnouncement('Copiado')
    } catch {
      if (list.current) getSelection()?.selectAllChildren(list.current)
      setAnnouncement('Copie os códigos selecionados com o teclado.')
    }
  }
  return (
    <section aria-label="Códigos de recuperação">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-ui">
        Guarde estes dez códigos
      </h3>
      <p className="mt-1 text-ink-2 text-ui">Cada um abre a sua conta uma vez, se você perder o celular. Não aparecem de novo.</p>
      <ol
        ref={list}
        className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-x-6 gap-y-2 rounded-control border border-line bg-sunken px-4 py-3 text-ui tabular tracking-wide"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="primary" onClick={onSaved}>
          Guardei os códigos
        </Button>
        <Button onClick={() => void copy()}>Copiar</Button>
        <Button onClick={() => downloadContent(RECOVERY_CODES_FILENAME, `${codes.join('\n')}\n`, 'text/plain')}>Baixar</Button>
        <span role="status" className="text-ink-3 text-meta">
          {announcement}
        </span>
      </div>
    </section>
  )
}
