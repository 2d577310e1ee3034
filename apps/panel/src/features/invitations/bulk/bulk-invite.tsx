import { useState } from 'react'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import type { TenantField } from '../tenant-field.ts'
import { BulkInviteInput } from './bulk-invite-input.tsx'
import { BulkInviteReview } from './bulk-invite-review.tsx'
import { type BulkInviteLine, MAX_INVITE_LINES, parseInvites } from './parse-invites.ts'

/** Form that invites many users at once: input of a list, preview of the parsed lines, and the result of each line. */
export function BulkInvite({ TenantField: Tenant }: { TenantField: TenantField }) {
  const [domain, setDomain] = useState('')
  const [text, setText] = useState('')
  const [lines, setLines] = useState<readonly BulkInviteLine[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const review = async () => {
    try {
      const parsedLines = await parseInvites(text, domain)
      const tooMany = parsedLines.length > MAX_INVITE_LINES
      setProblem(
        tooMany
          ? `A lista tem ${parsedLines.length} linhas; envie até ${MAX_INVITE_LINES} de cada vez.`
          : parsedLines.length === 0
            ? 'A lista está vazia.'
            : null,
      )
      if (parsedLines.length > 0 && !tooMany) setLines(parsedLines)
    } catch {
      setProblem('Não foi possível ler a lista. Verifique sua internet e tente novamente.')
    }
  }

  if (lines) {
    return (
      <BulkInviteReview
        lines={lines}
        onBack={() => setLines(null)}
        onStartOver={() => {
          setText('')
          setLines(null)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Tenant value={domain} onChange={setDomain} label="Organização padrão" />
      <BulkInviteInput text={text} onChange={setText} />
      {problem && (
        <p role="alert" className="rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
          {problem}
        </p>
      )}
      <Button variant="primary" className="self-start" disabled={text.trim() === ''} onClick={() => void review()}>
        Conferir lista
      </Button>
    </div>
  )
}
