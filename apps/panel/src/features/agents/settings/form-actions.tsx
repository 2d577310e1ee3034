import type { SettingsDraft } from '@prosa/contract/entities/agent-version'
import { Button } from '../../../shared/ui/button.tsx'

/**
 * Whether a form can be saved as a draft: `none` if there are no drafts, `beside` publishing, or `only`, because there are unpublished
 * changes or active corrections.
 */
type Drafts = 'none' | 'beside' | 'only'

export function draftsOf(kept: SettingsDraft | null): Drafts {
  if (!kept) return 'none'
  return kept.changed.length > 0 || kept.corrections.active > 0 ? 'only' : 'beside'
}

interface FormActionsProps {
  isNew: boolean
  isDirty: boolean
  drafts: Drafts
  busy: { publish: boolean; keep: boolean }
  onDiscard: () => void
  onKeep: () => void
}

/** Buttons of an agent's form. The one for Enter comes last. */
export function FormActions({ isNew, isDirty, drafts, busy, onDiscard, onKeep }: FormActionsProps) {
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
