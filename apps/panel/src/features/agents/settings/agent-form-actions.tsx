import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { Button } from '../../../shared/ui/buttons/button.tsx'

/**
 * How the form can be saved. `none`: not as a draft, because the server has no drafts. `beside`: as a draft, or published at once. `only`:
 * only as a draft, because there are unpublished changes or active corrections.
 */
type DraftMode = 'none' | 'beside' | 'only'

export function getDraftMode(draft: SettingsDraft | null): DraftMode {
  if (!draft) return 'none'
  return draft.changed.length > 0 || draft.corrections.active > 0 ? 'only' : 'beside'
}

interface AgentFormActionsProps {
  isNew: boolean
  isDirty: boolean
  draftMode: DraftMode
  busy: { publish: boolean; saveDraft: boolean }
  onDiscard: () => void
  onSaveDraft: () => void
}

/** Buttons of the settings form. The last button submits the form, also by Enter. */
export function AgentFormActions({ isNew, isDirty, draftMode, busy, onDiscard, onSaveDraft }: AgentFormActionsProps) {
  const savesDraftOnly = draftMode === 'only'
  const submitLabel = isNew ? 'Criar agente' : 'Salvar'
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-bg py-3">
      <p role="status" className="mr-auto text-ink-3 text-ui">
        {isDirty && 'Alterações não salvas'}
      </p>
      {!isNew && isDirty && <Button onClick={onDiscard}>Descartar</Button>}
      {draftMode === 'beside' && isDirty && (
        <Button busy={busy.saveDraft} onClick={onSaveDraft}>
          Salvar rascunho
        </Button>
      )}
      <Button type="submit" variant="primary" busy={savesDraftOnly ? busy.saveDraft : busy.publish} disabled={!isDirty}>
        {savesDraftOnly ? 'Salvar rascunho' : busy.publish ? 'Salvando...' : submitLabel}
      </Button>
    </div>
  )
}
