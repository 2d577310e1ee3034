import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { Button } from '../../../shared/ui/buttons/button.tsx'

/**
 * Whether the form can be saved as a draft. `none`: the server has no drafts. `beside`: as a draft, or published at once. `only`: only as a
 * draft, because there are unpublished changes or active corrections.
 */
type DraftMode = 'none' | 'beside' | 'only'

export function getDraftMode(kept: SettingsDraft | null): DraftMode {
  if (!kept) return 'none'
  return kept.changed.length > 0 || kept.corrections.active > 0 ? 'only' : 'beside'
}

interface AgentFormActionsProps {
  isNew: boolean
  isDirty: boolean
  drafts: DraftMode
  busy: { publish: boolean; keep: boolean }
  onDiscard: () => void
  onKeep: () => void
}

/** Buttons of the settings form. The last one is the submit button, which Enter triggers. */
export function AgentFormActions({ isNew, isDirty, drafts, busy, onDiscard, onKeep }: AgentFormActionsProps) {
  const isOnly = drafts === 'only'
  const words = isNew ? 'Criar agente' : 'Salvar'
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-bg py-3">
      <p role="status" className="mr-auto text-ink-3 text-ui">
        {isDirty && 'Alterações não salvas'}
      </p>
      {!isNew && isDirty && <Button onClick={onDiscard}>Descartar</Button>}
      {drafts === 'beside' && isDirty && (
        <Button busy={busy.keep} onClick={onKeep}>
          Salvar rascunho
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isOnly ? busy.keep : busy.publish} disabled={!isDirty}>
        {isOnly ? 'Salvar rascunho' : busy.publish ? 'Salvando...' : words}
      </Button>
    </div>
  )
}
