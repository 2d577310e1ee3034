import { initialsOf } from '@prosa/contract/rules/name'
import { useSession } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Menu } from '../../shared/ui/menu.tsx'

const [UserMenuItems, prepare] = latePart(() => import('./user-menu-items.tsx'))

export function UserMenu() {
  const user = useSession((state) => state.user)
  if (!user) return null
  return (
    <Menu
      align="end"
      className="min-w-56"
      trigger={
        <button
          type="button"
          aria-label={`${initialsOf(user.name)}: menu de ${user.name}`}
          className="inline-flex size-(--control-height) items-center justify-center rounded-control"
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          <Avatar name={user.name} className="size-full hover:text-ink" />
        </button>
      }
    >
      <UserMenuItems user={user} />
    </Menu>
  )
}
