import type { SourceKind } from '@prosa/contract/entities/agents/knowledge'
import Plus from 'lucide-react/icons/plus'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Menu, MenuItem } from '../../../shared/ui/menus/menu.tsx'
import { SOURCE_KIND_LABELS, SOURCE_KINDS } from './source-labels.ts'

/** Menu that adds a knowledge source, with one item for each kind of source. */
export function AddSourceMenu({ disabled, onAdd }: { disabled: boolean; onAdd: (kind: SourceKind) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" disabled={disabled}>
          <Plus aria-hidden="true" className="size-4" />
          Adicionar
        </Button>
      }
    >
      {SOURCE_KINDS.map((kind) => {
        const { label, Icon } = SOURCE_KIND_LABELS[kind]
        return (
          <MenuItem key={kind} onClick={() => onAdd(kind)}>
            <Icon aria-hidden="true" />
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
