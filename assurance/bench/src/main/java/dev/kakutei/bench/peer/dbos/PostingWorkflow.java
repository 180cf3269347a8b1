package dev.kakutei.bench.peer.dbos;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.workflow.StepOptions;
import dev.dbos.transact.workflow.Workflow;
import dev.kakutei.bench.peer.GatewayPost;

/** One step, whose answer is written down before the workflow's result is. */
public final class PostingWorkflow implements OrderWorkflow {
    private static final int ATTEMPTS = 5;

    private final DBOS dbos;
    private final GatewayPost gateway;

    PostingWorkflow(DBOS dbos, GatewayPost gateway) {
        this.dbos = dbos;
        this.gateway = gateway;
    }

    @Override
    @Workflow(name = "order")
    public String carry(String key, String order) {
        return dbos.runStep(() -> post(key, order), new StepOptions("post").withMaxAttempts(ATTEMPTS));
    }

    private String post(String key, String order) {
        try {
            GatewayPost.GatewayAnswer answer = gateway.post(key, order);
            if (!answer.taken()) {
                throw new IllegalStateException("the gateway says " + answer.status());
            }
            return answer.body();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
