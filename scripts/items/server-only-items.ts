/** Items that can be tested only with a database server, each with the reason. All other items need a test that `npm test` runs. */
export const SERVER_ONLY_ITEMS: Readonly<Record<string, string>> = {
  'DASH-07': 'a million messages, held against what PostgreSQL itself takes for one reading of them',
}
