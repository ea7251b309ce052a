const workspaces = '(server|web|agent|sandbox|bench|e2e|drill)';
/** The `workspaces` and the nemesis, which runs the server and the agent together. */
const workspacesAndNemesis = '(server|web|agent|sandbox|bench|e2e|drill|nemesis)';
const testCode = '([.](test|spec)[.]tsx?$|/testing/)';

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 */
function forbid(name, comment, from, to) {
  return { name, comment, severity: /** @type {const} */ ('error'), from, to };
}

const betweenWorkspaces = [
  forbid(
    'contract-imports-only-zod',
    'The contract imports only zod.',
    { path: '^contract/src/', pathNot: '[.]test[.]ts$' },
    { pathNot: ['^contract/src/', 'node_modules/zod/'] },
  ),
  forbid(
    'no-imports-between-workspaces',
    'Workspaces do not import each other. They share code through the contract and, in tests, the testkit.',
    { path: `^${workspaces}/`, pathNot: '^bench/' },
    { path: `^${workspacesAndNemesis}/`, pathNot: ['^$1/', 'node_modules/'] },
  ),
  forbid(
    'bench-imports-only-cluster-and-load-of-drill',
    "Of the other workspaces, the benchmarks import only the contract, the testkit, and the drills' cluster and load.",
    { path: '^bench/' },
    { path: `^${workspacesAndNemesis}/`, pathNot: ['^bench/', '^drill/src/(cluster|load)/', 'node_modules/'] },
  ),
  forbid(
    'nemesis-imports-only-server-and-agent',
    'Of the other workspaces, the nemesis imports only the server, the agent, the contract and the testkit.',
    { path: '^nemesis/' },
    { path: `^${workspaces}/`, pathNot: ['^(server|agent)/', 'node_modules/'] },
  ),
  forbid(
    'testkit-imports-only-contract-and-sandbox-control',
    "Of the other workspaces, the testkit imports only the contract and the schema of the sandbox's control API.",
    { path: '^testkit/' },
    { path: `^${workspacesAndNemesis}/`, pathNot: ['^sandbox/src/control[.]schema[.]ts$', 'node_modules/'] },
  ),
  forbid(
    'product-code-does-not-import-testkit',
    'Code that users run does not import the testkit.',
    { path: `^(contract|${workspacesAndNemesis})/`, pathNot: [testCode, '^(e2e|bench|drill|nemesis)/'] },
    { path: '^testkit/' },
  ),
];

const insideTheServer = [
  forbid(
    'server-platform-imports-no-features-or-app',
    'The platform imports neither features nor the application.',
    { path: '^server/src/platform/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(features/|app[.]ts$|main[.]ts$)' },
  ),
  forbid(
    'server-features-do-not-import-app',
    'Features do not import the application.',
    { path: '^server/src/features/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(app|main)[.]ts$' },
  ),
  forbid(
    'server-features-import-each-other-only-through-services',
    "A feature imports another feature only through that feature's service.",
    { path: '^server/src/features/([^/]+)/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', '[.]service[.]ts$'] },
  ),
  forbid(
    'server-deliveries-import-no-campaigns-sending-or-recipients',
    'Campaigns, sending and recipients import the deliveries, which import none of them.',
    { path: '^server/src/features/deliveries/', pathNot: '[.]test[.]ts$' },
    { path: '^server/src/features/(campaigns|sending|recipients)/' },
  ),
];

const insideTheWebApp = [
  forbid(
    'web-features-do-not-import-each-other',
    'Pages compose features; features do not import each other.',
    { path: '^web/app/features/([^/]+)/' },
    { path: '^web/app/features/', pathNot: '^web/app/features/$1/' },
  ),
  forbid(
    'web-pages-import-no-private-files-of-features',
    "The files at the top level of a feature's folder are public; its subfolders are private.",
    { path: '^web/app/pages/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/features/[^/]+/[^/]+/' },
  ),
  forbid(
    'web-features-import-only-ui-platform-and-theme',
    'Of the app, features import only the shared components, the platform and the theme.',
    { path: '^web/app/features/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/', pathNot: '^web/app/(features|ui|platform|theme|testing)/' },
  ),
  forbid(
    'web-ui-and-platform-import-no-features-or-pages',
    'The shared components and the platform import neither features nor pages.',
    { path: '^web/app/(ui|platform)/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/', pathNot: '^web/app/(ui|platform|theme|testing)/' },
  ),
];

const agentLayers = ['browser', 'sites', 'tasks'];

const insideTheAgent = [
  ...agentLayers
    .slice(0, -1)
    .map((layer, index) =>
      forbid(
        `agent-${layer}-imports-no-higher-layer`,
        'Tasks import sites, and sites import the browser, never the other way around.',
        { path: `^agent/src/${layer}/`, pathNot: '([.]test[.]ts$|/testing/)' },
        { path: `^agent/src/(${agentLayers.slice(index + 1).join('|')})/` },
      ),
    ),
  forbid(
    'puppeteer-is-imported-only-in-agent-browser',
    'Only agent/src/browser controls a browser.',
    { path: '^agent/src/', pathNot: ['^agent/src/browser/', '[.]test[.]ts$', '/testing/'] },
    { path: 'node_modules/puppeteer-core/' },
  ),
];

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-import-cycles', 'Imports do not form cycles.', {}, { circular: true }),
    forbid(
      'no-unresolvable-imports',
      'Every import resolves.',
      { pathNot: '/[+]types/' },
      { couldNotResolve: true, pathNot: '[+]types/' },
    ),
    ...betweenWorkspaces,
    ...insideTheServer,
    ...insideTheWebApp,
    ...insideTheAgent,
  ],
  options: {
    // With TypeScript 7 and without swc, dependency-cruiser checks no module at all and still passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|[.]react-router|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
