import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../shared/api/query-client.ts'

/** Renders a component with a query client, without a router. */
function renderWithQueryClient(ui: ReactNode): RenderResult & { queryClient: ReturnType<typeof createQueryClient> } {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const rendered = render(<QueryClientProvider client={queryClient}>{ui}</QueryClientProvider>)
  return { ...rendered, queryClient }
}

interface RenderWithRouterOptions {
  /** Route path of the component, with its parameters. */
  path?: string
  initialPath?: string
  /** Other paths to which links and redirects may lead. Each renders its own path as a text. */
  otherPaths?: readonly string[]
}

/** Renders a component inside a small router, so that links, parameters and navigation work in a test. */
export async function renderWithRouter(
  ui: ReactNode,
  { path = '/', initialPath = path, otherPaths = [] }: RenderWithRouterOptions = {},
) {
  const root = createRootRoute({ component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => root, path, component: () => ui }),
    ...otherPaths.map((otherPath) =>
      createRoute({ getParentRoute: () => root, path: otherPath, component: () => <p>{`Página ${otherPath}`}</p> }),
    ),
  ]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [initialPath] }),
  })
  await router.load()
  return { ...renderWithQueryClient(<RouterProvider router={router as never} />), router }
}
