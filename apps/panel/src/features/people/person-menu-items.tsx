import type { Person } from '@prosa/contract/entities/organisation/person'
import { useSession } from '../../shared/session/session.ts'
import { MenuItem, MenuSeparator } from '../../shared/ui/menus/menu.tsx'
import type { OpenPersonDialog } from './person-dialog-kind.ts'

/** Menu items for the actions on a user. The signed-in user's own row has only the item that edits their data. */
export function PersonMenuItems({ person, onOpen }: { person: Person; onOpen: OpenPersonDialog }) {
  const user = useSession((state) => state.user)
  const isOwn = person.id === user?.id
  const renderItem = (label: string, kind: Parameters<OpenPersonDialog>[0]) => (
    <MenuItem onClick={() => onOpen(kind, person)}>{label}</MenuItem>
  )
  return (
    <>
      {renderItem('Editar', 'edit')}
      {!isOwn && person.isActive && (
        <>
          {renderItem('Gerar link de senha', 'link')}
          {(person.second_step ?? 'none') !== 'none' && renderItem('Remover segundo passo', 'step')}
          {renderItem('Encerrar acessos', 'end')}
          <MenuSeparator />
          <MenuItem danger onClick={() => onOpen('off', person)}>
            Desativar
          </MenuItem>
        </>
      )}
      {!isOwn && !person.isActive && renderItem('Ativar', 'on')}
    </>
  )
}
