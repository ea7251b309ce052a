const rooms = '(server|web|agent|sandbox|bench|e2e|drill)';
/** All of `rooms`, and the nemesis, which runs the server and the agent together. */
const anyRoom = '(server|web|agent|sandbox|bench|e2e|drill|nemesis)';
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

const betweenRooms = [
  forbid(
    'contract-stands-alone',
    'The contract imports only zod.',
    { path: '^contract/src/', pathNot: '[.]test[.]ts$' },
    { pathNot: ['^contract/src/', 'node_modules/zod/'] },
  ),
  forbid(
    'rooms-never-meet',
    'Of the other workspaces, each imports only the contract and the testkit.',
    { path: `^${rooms}/`, pathNot: '^bench/' },
    { path: `^${anyRoom}/`, pathNot: ['^$1/', 'node_modules/'] },
  ),
  forbid(
    'bench-borrows-the-load-of-the-drills',
    "Of the other workspaces, the benchmarks import only the drills' cluster and load.",
    { path: '^bench/' },
    { path: `^${anyRoom}/`, pathNot: ['^bench/', '^drill/src/(cluster|load)/', 'node_modules/'] },
  ),
  forbid(
    'nemesis-plays-server-and-agent',
    'Only the nemesis imports both the server and the agent. Apart from them, it imports only the contract and the testkit.',
    { path: '^nemesis/' },
    { path: `^${rooms}/`, pathNot: ['^(server|agent)/', 'node_modules/'] },
  ),
  forbid(
    'testkit-knows-no-room',
    'The testkit imports the contract and the control API of the sandbox, and nothing else from another workspace.',
    { path: '^testkit/' },
    { path: `^${anyRoom}/`, pathNot: ['^sandbox/src/control[.]schema[.]ts$', 'node_modules/'] },
  ),
  forbid(
    'testkit-serves-tests-alone',
    'Code that users run does not import the testkit.',
    { path: `^(contract|${anyRoom})/`, pathNot: [testCode, '^(e2e|bench|drill|nemesis)/'] },
    { path: '^testkit/' },
  ),
];

const insideTheServer = [
  forbid(
    'server-platform-is-lowest',
    'The platform imports neither features nor the application.',
    { path: '^server/src/platform/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(features/|app[.]ts$|main[.]ts$)' },
  ),
  forbid(
    'server-features-know-no-app',
    'Features do not import the application.',
    { path: '^server/src/features/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(app|main)[.]ts$' },
  ),
  forbid(
    'server-features-meet-in-services',
    'A feature imports another one only through its service.',
    { path: '^server/src/features/([^/]+)/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', '[.]service[.]ts$'] },
  ),
  forbid(
    'server-ledger-is-lowest',
    'Campaigns, sending and recipients import the ledger of deliveries, which imports none of them.',
    { path: '^server/src/features/deliveries/', pathNot: '[.]test[.]ts$' },
    { path: '^server/src/features/(campaigns|sending|recipients)/' },
  ),
];

const insideTheWebApp = [
  forbid(
    'web-features-never-meet',
    'Pages compose features; features do not import each other.',
    { path: '^web/app/features/([^/]+)/' },
    { path: '^web/app/features/', pathNot: '^web/app/features/$1/' },
  ),
  forbid(
    'web-pages-use-public-faces',
    "The files at the top level of a feature's folder are public; its subfolders are private.",
    { path: '^web/app/pages/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/features/[^/]+/[^/]+/' },
  ),
  forbid(
    'web-features-know-no-page',
    'Features import the shared components and the platform, and nothing above them.',
    { path: '^web/app/features/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/', pathNot: '^web/app/(features|ui|platform|theme|testing)/' },
  ),
  forbid(
    'web-shared-parts-are-lowest',
    'Shared components and the platform import neither features nor pages.',
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
        `agent-${layer}-knows-nothing-above`,
        'Main imports tasks, tasks import sites, and sites import the browser.',
        { path: `^agent/src/${layer}/`, pathNot: '([.]test[.]ts$|/testing/)' },
        { path: `^agent/src/(${agentLayers.slice(index + 1).join('|')})/` },
      ),
    ),
  forbid(
    'browser-driver-in-one-folder',
    'Only agent/src/browser controls a browser.',
    { path: '^agent/src/', pathNot: ['^agent/src/browser/', '[.]test[.]ts$', '/testing/'] },
    { path: 'node_modules/puppeteer-core/' },
  ),
];

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', 'Imports do not form cycles.', {}, { circular: true }),
    forbid(
      'no-unresolvable',
      'Every import resolves.',
      { pathNot: '/[+]types/' },
      { couldNotResolve: true, pathNot: '[+]types/' },
    ),
    ...betweenRooms,
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
