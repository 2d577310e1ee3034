import { getInitials } from '@prosa/contract/rules/accounts/person-name'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/ui/display/avatar.tsx'
import { Menu } from '../../shared/ui/menus/menu.tsx'

const [UserMenuItems, preloadMenuItems] = lazyComponent(() => import('./user-menu-items.tsx'))

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
          aria-label={`${getInitials(user.name)}: menu de ${user.name}`}
          className="inline-flex size-(--control-height) items-center justify-center rounded-control"
          onPointerEnter={preloadMenuItems}
          onFocus={preloadMenuItems}
        >
          <Avatar name={user.name} className="size-full hover:text-ink" />
        </button>
      }
    >
      <UserMenuItems user={user} />
    </Menu>
  )
}
