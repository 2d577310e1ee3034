import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PATHS } from '../../../shared/config/paths.ts'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { Button, getButtonClass } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { formatCheckSummary } from '../corrections/correction-labels.ts'
import { PublishOverrideDialog } from './publish-override-dialog.tsx'
import { useVersionActions } from './queries.ts'
import { formatChangedSettings } from './version-texts.ts'

interface DraftCardProps {
  agentId: string
  draft: SettingsDraft
  isOnline: boolean
}

/** Card of an agent's unpublished draft, with a button that publishes it. */
export function DraftCard({ agentId, draft, isOnline }: DraftCardProps) {
  const [note, setNote] = useState('')
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const { publish, discard } = useVersionActions(agentId)
  const [isOverriding, setOverriding] = useState(false)
  const { revision, version, changed, corrections, saved_by_name, saved_at } = draft
  const isBlocked = corrections.green < corrections.active
  const send = (override?: { reason: string }) =>
    publish.mutate(
      { revision, note: note.trim() || null, ...(override && { override }) },
      { onSettled: () => setOverriding(false) },
    )
  const settingsLink = (
    <Link to={PATHS.agentSettings} params={{ agentId, tab: undefined }} className={getButtonClass('ghost')}>
      Abrir em Comportamento
    </Link>
  )
  if (changed.length === 0) {
    return (
      <Card title="Rascunho">
        <p className="text-ink-2 text-ui">
          Não há rascunho. Em Comportamento, “Salvar rascunho” guarda mudanças sem publicar: o agente segue como está.
        </p>
        <div className="mt-3 -ml-3">{settingsLink}</div>
      </Card>
    )
  }
  return (
    <Card title="Rascunho">
      <p className="wrap-anywhere text-ui">{formatChangedSettings(changed)}</p>
      <p className="wrap-anywhere mt-0.5 text-ink-3 text-meta tabular">
        {[saved_by_name, saved_at && formatFullDate(saved_at), `sobre a versão ${version}`].filter(Boolean).join(' · ')}
      </p>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label="O que muda nesta versão"
          description="Opcional. Fica ao lado do número dela."
          autoComplete="off"
          maxLength={300}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {corrections.active > 0 && (
          <p className={`text-ui ${corrections.red > 0 ? 'text-roma' : 'text-ink-2'}`}>
            <span role="status">{formatCheckSummary(corrections)}</span>
            {'. '}
            <Link to={PATHS.agentSettings} params={{ agentId, tab: 'testes' }} className="reach underline underline-offset-2">
              Ver testes
            </Link>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={publish.isPending} disabled={!isOnline || isBlocked}>
            {publish.isPending ? 'Publicando...' : 'Publicar'}
          </Button>
          {isBlocked && (
            <Button disabled={!isOnline} onClick={() => setOverriding(true)}>
              Publicar mesmo assim
            </Button>
          )}
          <Button disabled={!isOnline} onClick={() => setConfirmingDiscard(true)}>
            Descartar
          </Button>
          {settingsLink}
        </div>
      </form>
      {isOverriding && (
        <PublishOverrideDialog
          checkSummary={formatCheckSummary(corrections)}
          busy={publish.isPending}
          onPublish={(reason) => send({ reason })}
          onClose={() => setOverriding(false)}
        />
      )}
      <AlertDialog
        open={isConfirmingDiscard}
        onOpenChange={setConfirmingDiscard}
        title="Descartar o rascunho?"
        description={`As mudanças se perdem, e o agente segue na versão ${version}.`}
        confirmLabel="Descartar"
        busy={discard.isPending}
        onConfirm={() => discard.mutate(revision, { onSettled: () => setConfirmingDiscard(false) })}
      />
    </Card>
  )
}
