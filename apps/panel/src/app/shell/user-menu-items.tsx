import type { User } from '@prosa/contract/entities/accounts/user'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { Link } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import { getOrganisationPages } from '../../pages/organisation/organisation-pages.ts'
import { canOpenPage } from '../../pages/page-access.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { signOut } from '../../shared/session/session.ts'
import { Kbd } from '../../shared/shortcuts/kbd.tsx'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../shared/ui/menus/menu.tsx'

/** Menu of the signed-in user, with their name and links to their own pages. */
export default function UserMenuItems({ user }: { user: User }) {
  return (
    <>
      <div className="px-2.5 pt-2 pb-2">
        <p className="wrap-anywhere font-semibold text-ui">{user.name}</p>
        <p className="text-ink-3 text-meta tabular">{formatPhone(user.phone)}</p>
        <p className="text-ink-3 text-meta">{user.tenant.name}</p>
      </div>
      <MenuSeparator />
      {canOpenPage('invite', user.role) && (
        <MenuLinkItem render={<Link to={PATHS.invite} />}>
          <UserPlus aria-hidden="true" />
          Convidar usuário
        </MenuLinkItem>
      )}
      {canOpenPage('userSettings', user.role) && (
        <MenuLinkItem render={<Link to={PATHS.userSettings} />}>
          <Settings aria-hidden="true" />
          Configurações
        </MenuLinkItem>
      )}
      {getOrganisationPages(user).length > 0 && (
        <MenuLinkItem render={<Link to={PATHS.organisation} params={{}} />}>
          <Building2 aria-hidden="true" />
          Organização
        </MenuLinkItem>
      )}
      <MenuItem onClick={() => openOverlay('palette')}>
        <Search aria-hidden="true" />
        Ir para…
        <span aria-hidden="true" className="ml-auto coarse:hidden">
          <Kbd shortcut="palette" />
        </span>
      </MenuItem>
      <MenuItem onClick={() => openOverlay('shortcuts')}>
        <Keyboard aria-hidden="true" />
        Atalhos de teclado
        <span aria-hidden="true" className="ml-auto coarse:hidden">
          <Kbd shortcut="help" />
        </span>
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => void signOut()}>
        <LogOut aria-hidden="true" />
        Sair
      </MenuItem>
    </>
  )
}
