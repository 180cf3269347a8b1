package dev.kakutei.embedded;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;

/**
 * Lets the broker authenticate the one account that its own login configuration names. Kafka's handler reads accounts from the
 * metadata log, which has none in a folder that was formatted without, and which the controller cannot ask before it runs. The
 * broker makes this object by its name.
 */
public final class ScramCredentialHandler implements AuthenticateCallbackHandler {
    private static final ScramMechanism MECHANISM = ScramMechanism.forMechanismName(KafkaCredentials.MECHANISM);

    private String user;
    private ScramCredential credential;

    @Override
    public void configure(Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> logins) {
        Map<String, ?> login = logins.get(0).getOptions();
        user = (String) login.get("username");
        try {
            credential = new ScramFormatter(MECHANISM)
                    .generateCredential((String) login.get("password"), MECHANISM.minIterations());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + KafkaCredentials.MECHANISM, e);
        }
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        String name = null;
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback asked) {
                name = asked.getDefaultName();
            } else if (callback instanceof ScramCredentialCallback asked) {
                asked.scramCredential(user.equals(name) ? credential : null);
            } else {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    @Override
    public void close() {}
}
