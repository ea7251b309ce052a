import sandboxNotice from '../../ui/sandbox-notice.module.css?inline';
import header from './header.module.css?inline';
import shell from './shell.module.css?inline';
import sidebar from './sidebar.module.css?inline';

/** The styles of the loading frame as text. The build adds them to the app's page, so that the frame is never shown without them. */
export const loadingFrameStyles = shell + sidebar + header + sandboxNotice;
export { LoadingFrame } from './loading-frame.tsx';
